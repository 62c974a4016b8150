import { describeJourneys } from './support/journey.ts';
import { inspectScreen, visitScreens } from './support/visit-screens.ts';

// A file of its own, so that it runs beside the other screens.
describeJourneys('Every screen on a phone', (journey) => {
  journey('is accessible, cuts off no text and does not scroll sideways, in German', async (given) => {
    // Its words are longer than the English ones.
    await given.team.people.ada.api.updatePreferences({ body: { language: 'de' } });
    await visitScreens(given, { phone: true }, inspectScreen);
  });
});
