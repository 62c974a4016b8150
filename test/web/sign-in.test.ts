import { takeScreenshot } from './support/inspect-page.ts';
import { describeJourneys } from './support/journey.ts';

describeJourneys('Signing in', (journey) => {
  journey('an address of the app leads who is signed out to the sign-in screen', async ({ open }) => {
    const { page } = await open();
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await takeScreenshot(page, 'sign-in');
  });
});
