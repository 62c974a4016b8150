import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { closeAtEnd } from '../../support/close-at-end.ts';
import { type BrowserWindow, openBrowser, openWindow, type WindowOptions } from './browser.ts';
import { takeScreenshot } from './inspect-page.ts';
import type { Person, WebServer } from './server.ts';
import { openTeam, type PersonName, type Team } from './team.ts';

type JourneyOptions = Omit<WindowOptions, 'person'>;

/** What the tests of a file share: a server, and who has an account there. */
interface Setting {
  server: WebServer;
  people: Partial<Record<PersonName, Person>>;
  close(): Promise<void>;
}

export interface Journey<S extends Setting = Team> {
  team: S;
  /** Opens a window in which this person is signed in; without a name, nobody is. */
  open(person?: PersonName, options?: JourneyOptions): Promise<BrowserWindow>;
}

type DeclareJourney<S extends Setting> = (name: string, run: (journey: Journey<S>) => Promise<void>) => void;

/**
 * Declares tests in a real browser, with one server for all of them and new windows for each. A test fails when one of its
 * windows reported a problem.
 */
export const describeJourneys = (subject: string, declare: (journey: DeclareJourney<Team>) => void): void =>
  describeJourneysOf(subject, openTeam, declare);

/**
 * The same, but a test gets the window of an earlier one, without what the app has stored: loading the app there takes a
 * third less processor time. Not for tests that change routes, cookies, media or the network of their window.
 */
export const describeJourneysInKeptWindows = (
  subject: string,
  declare: (journey: DeclareJourney<Team>) => void,
): void => describeJourneysOf(subject, openTeam, declare, true);

/** The same with another setting than the team. */
export function describeJourneysOf<S extends Setting>(
  subject: string,
  openSetting: () => Promise<S>,
  declare: (journey: DeclareJourney<S>) => void,
  keepsWindows = false,
): void {
  describe(subject, () => {
    const free = new Map<string, BrowserWindow>();
    let team: S;
    let browser: Browser;
    before(async () => {
      [team, browser] = await Promise.all([openSetting(), shareBrowser()]);
    });
    after(async () => {
      await Promise.all([...free.values()].map((left) => left.close()));
      await team?.close();
    });
    declare((name, run) => {
      test(name, async () => {
        const windows: BrowserWindow[] = [];
        const keys = new Map<BrowserWindow, string>();
        const open = async (person?: PersonName, options: JourneyOptions = {}) => {
          const key = JSON.stringify([person, options]);
          const opened =
            free.get(key) ??
            (await openWindow(browser, team.server.url, {
              ...options,
              person: person && team.people[person],
            }));
          free.delete(key);
          windows.push(opened);
          if (keepsWindows) keys.set(opened, key);
          return opened;
        };
        try {
          await run({ team, open });
          await Promise.all(windows.map((opened) => opened.settle()));
          for (const { problems } of windows) problems.assertNone();
          for (const [opened, key] of keys) {
            if (free.has(key)) continue;
            await opened.empty();
            free.set(key, opened);
          }
        } catch (error) {
          await Promise.all(
            windows.map((opened, index) => showFailure(opened, `failed ${name} ${index + 1}`)),
          );
          throw error;
        } finally {
          const kept = new Set(free.values());
          await Promise.all(windows.map((opened) => kept.has(opened) || opened.close()));
        }
      });
    });
  });
}

let shared: Promise<Browser> | undefined;

/** The browser of all test files of this process. */
function shareBrowser(): Promise<Browser> {
  shared ??= openBrowser().then((browser) => {
    closeAtEnd(() => browser.close());
    return browser;
  });
  return shared;
}

/** What the window showed when the test failed. */
async function showFailure({ page, problems }: BrowserWindow, name: string): Promise<void> {
  const file = await takeScreenshot(page, name.replaceAll(/[^\w]+/g, '-')).catch(String);
  console.error([`${page.url()}: ${file}`, ...problems.list()].join('\n  '));
}
