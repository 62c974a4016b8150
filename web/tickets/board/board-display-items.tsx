import { m } from '../../messages/index.ts';
import { MenuGroup } from '../../parts/popups/menu-group.tsx';
import { MenuItem } from '../../parts/popups/menu-item.tsx';
import { fieldWord } from '../../parts/ticket-words.ts';
import { DefaultDisplayItems } from '../list/default-display-items.tsx';
import { partName, useOwnFields } from '../list/own-columns.ts';
import {
  boardFieldOf,
  boardFieldsFor,
  type CardPart,
  cardParts,
  cardPartsOf,
  type TicketSearch,
  usualCardParts,
} from '../ticket-search.ts';
import type { BoardDisplayProps } from './board-display.tsx';
import { boardSortsFor, usualBoardSort } from './board-order.ts';
import { isSwimlaneField, swimlaneFields } from './swimlanes.ts';

/** What `BoardDisplay` shows when it is open. */
export function BoardDisplayItems({ search, onChange, projectId }: BoardDisplayProps) {
  const ownFields = useOwnFields(projectId);
  const { groupBy, sort: _, order: __, ...rest } = search;
  const swimlane = isSwimlaneField(groupBy) ? groupBy : undefined;
  const usual = usualBoardSort(projectId);
  const sort = search.sort ?? usual;
  const boardBy = boardFieldOf(search, projectId);
  const { boardBy: _by, ...withoutBoardBy } = search;
  const { showEmpty, ...withoutEmpty } = search;
  const choices = ownFields.filter(({ type }) => type === 'select');
  const shown = cardPartsOf(search);
  const toggle = (part: CardPart) => onChange(withCards(search, toggledPart(shown, part)));
  return (
    <>
      <MenuGroup label={m.board.order}>
        {boardSortsFor(projectId).map((value) => (
          <MenuItem
            key={value}
            checked={sort === value}
            onSelect={() =>
              onChange({ ...rest, ...(groupBy && { groupBy }), ...(value !== usual && { sort: value }) })
            }
          >
            {fieldWord(value, m.board.orders)}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuGroup label={m.arrange.columnsBy}>
        {boardFieldsFor(projectId).map((value) => (
          <MenuItem
            key={value}
            checked={boardBy === value}
            onSelect={() => onChange(value === 'status' ? withoutBoardBy : { ...search, boardBy: value })}
          >
            {partName(value, [])}
          </MenuItem>
        ))}
        {choices.map(({ id, name }) => (
          <MenuItem
            key={id}
            checked={boardBy === `field:${id}`}
            onSelect={() => onChange({ ...search, boardBy: `field:${id}` })}
          >
            {name}
          </MenuItem>
        ))}
        <MenuItem
          stay
          checked={showEmpty ?? false}
          onSelect={() => onChange(showEmpty ? withoutEmpty : { ...search, showEmpty: true })}
        >
          {m.arrange.showEmptyColumns}
        </MenuItem>
      </MenuGroup>
      <MenuGroup label={m.board.lanes}>
        <MenuItem checked={swimlane === undefined} onSelect={() => onChange(withSwimlane(search, undefined))}>
          {m.board.noLanes}
        </MenuItem>
        {swimlaneFields.map((value) => (
          <MenuItem
            key={value}
            checked={swimlane === value}
            onSelect={() => onChange(withSwimlane(search, value))}
          >
            {m.board.lanesBy[value]}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuGroup label={m.arrange.cards}>
        {[...cardParts, ...ownFields.map(({ id }) => `field:${id}` as const)].map((part) => (
          <MenuItem key={part} stay checked={shown.includes(part)} onSelect={() => toggle(part)}>
            {partName(part, ownFields)}
          </MenuItem>
        ))}
      </MenuGroup>
      <DefaultDisplayItems place={{ projectId, layout: 'board' }} search={search} onChange={onChange} />
    </>
  );
}

/** Parts keep their usual order; own fields come last. */
function toggledPart(shown: readonly CardPart[], part: CardPart): CardPart[] {
  const next = shown.includes(part) ? shown.filter((one) => one !== part) : [...shown, part];
  const place = (one: CardPart) => (cardParts as readonly string[]).indexOf(one) + 1 || cardParts.length + 1;
  return next.toSorted((a, b) => place(a) - place(b));
}

function withCards({ cards: _, ...search }: TicketSearch, parts: readonly CardPart[]): TicketSearch {
  // The title is always visible, so one part stays.
  if (parts.length === 0) return { ...search, cards: 'key' };
  return parts.join() === usualCardParts.join() ? search : { ...search, cards: parts.join(',') };
}

function withSwimlane(
  { groupBy: _, ...search }: TicketSearch,
  swimlane: TicketSearch['groupBy'],
): TicketSearch {
  return swimlane ? { ...search, groupBy: swimlane } : search;
}
