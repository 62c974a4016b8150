import { assertAccessible } from './support/inspect-page.ts';
import { describeJourneys } from './support/journey.ts';
import { inspectScreen, visitScreens } from './support/visit-screens.ts';

describeJourneys('Every screen', (journey) => {
  journey('is accessible and cuts off no text, in light and dark', (given) =>
    visitScreens(given, { phone: false }, async (page) => {
      await inspectScreen(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      // Everything else is the same in both themes.
      await assertAccessible(page, ['color-contrast']);
      await page.emulateMedia({ colorScheme: 'light' });
    }),
  );
});
