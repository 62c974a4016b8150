import { changeSettings, personalSettings, useSetting } from '../parts/personal-settings.ts';
import {
  displayOf,
  isSameSearch,
  parseTicketSearch,
  type TicketSearch,
  withoutDisplay,
} from './ticket-search.ts';

/** A list, board or timeline whose display a person can make their default. */
export interface DisplayPlace {
  /** Undefined for the tickets of all projects. */
  projectId: string | undefined;
  layout: 'list' | 'board' | 'timeline';
}

/** The settings keep one text for each place: `<project>.<layout> <display as in an address>`. */
const beginning = ({ projectId = 'all', layout }: DisplayPlace) => `${projectId}.${layout} `;

/** The person's own default of a place; undefined if there is none. */
export function findDefaultDisplay(
  displays: readonly string[],
  place: DisplayPlace,
): TicketSearch | undefined {
  const text = displays.find((one) => one.startsWith(beginning(place)));
  if (text === undefined) return undefined;
  const display = new URLSearchParams(text.slice(beginning(place).length));
  return displayOf(parseTicketSearch(Object.fromEntries(display)));
}

/** Adds the person's default to an address that says nothing about the display. */
export function withDefaultDisplay(search: TicketSearch, own: TicketSearch | undefined): TicketSearch {
  const isGiven = search.view !== undefined || search.display !== undefined;
  return isGiven || Object.keys(displayOf(search)).length > 0 ? search : { ...search, ...own };
}

/** What the address has to say so that `withDefaultDisplay` makes this of it. */
export function withoutDefaultDisplay(shown: TicketSearch, own: TicketSearch | undefined): TicketSearch {
  const { display: _, ...search } = shown;
  if (!own || search.view !== undefined) return search;
  const display = displayOf(search);
  if (isSameSearch(display, own)) return withoutDisplay(search);
  return Object.keys(display).length > 0 ? search : { ...search, display: 'usual' };
}

/** The person's default of a place, and whether it is what is shown. */
export function useDefaultDisplay(place: DisplayPlace, shown: TicketSearch) {
  const own = findDefaultDisplay(useSetting('defaultDisplays'), place);
  return { own, isShown: own !== undefined && isSameSearch(displayOf(shown), own) };
}

export const makeDefaultDisplay = (place: DisplayPlace, shown: TicketSearch): void =>
  changeSettings({
    defaultDisplays: {
      remove: keptTexts(place),
      add: [beginning(place) + new URLSearchParams(displayOf(shown) as Record<string, string>)],
    },
  });

export const removeDefaultDisplay = (place: DisplayPlace): void =>
  changeSettings({ defaultDisplays: { remove: keptTexts(place) } });

const keptTexts = (place: DisplayPlace) =>
  personalSettings.get().defaultDisplays.filter((one) => one.startsWith(beginning(place)));
