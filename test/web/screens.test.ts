import { assertAccessible, takeScreenshot } from './support/inspect-page.ts';
import { describeJourneys } from './support/journey.ts';
import { inspectScreen, visitScreens } from './support/visit-screens.ts';

describeJourneys('Every screen', (journey) => {
  journey('is accessible and cuts off no text, in light and dark', (given) =>
    visitScreens(given, { phone: false, goInside: false }, async (page, name) => {
      await inspectScreen(page, `${name}-light`);
      await page.emulateMedia({ colorScheme: 'dark' });
      // Everything else is the same in both themes.
      await assertAccessible(page, ['color-contrast']);
      await takeScreenshot(page, `${name}-dark`);
      await page.emulateMedia({ colorScheme: 'light' });
    }),
  );
});
