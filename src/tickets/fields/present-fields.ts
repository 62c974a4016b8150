import { toIso } from '../../platform/instant.ts';
import {
  fieldDeclaration,
  type NullableField,
  type Ticket,
  type TicketField,
  type WireValue,
} from './ticket-fields.ts';

/** An instant is ISO 8601 text. A field that is null in the database is absent. */
export type WireFields<N extends TicketField> = {
  [F in Exclude<N, NullableField>]: WireValue<F>;
} & { [F in N & NullableField]?: WireValue<F> };

/** Like WireFields, but a field that is null in the database is null. */
export type NullableWireFields<N extends TicketField> = {
  [F in N]: WireValue<F> | (F extends NullableField ? null : never);
};

type Derivations = Record<string, (row: never) => unknown>;
type RowOf<D extends Derivations> = Parameters<D[keyof D]>[0];

/**
 * Makes the function that converts a row to the wire format of these fields, plus values derived from the row. It is
 * compiled to one object literal when the module loads: a loop over the fields takes 2.1 µs instead of 0.6 µs per
 * ticket, which adds 30 µs to a page. Field names come from `ticketFields`, never from a caller.
 */
export function newPresenter<N extends TicketField, D extends Derivations>(
  names: readonly N[],
  derive: D,
): (row: Pick<Ticket, N> & RowOf<D>) => WireFields<N> & { [K in keyof D]: ReturnType<D[K]> } {
  return compile(names, derive, 'undefined');
}

/** Like newPresenter, but a field that is null in the database is null instead of absent. */
export function newNullPresenter<N extends TicketField, D extends Derivations>(
  names: readonly N[],
  derive: D,
): (row: Pick<Ticket, N> & RowOf<D>) => NullableWireFields<N> & { [K in keyof D]: ReturnType<D[K]> } {
  return compile(names, derive, 'null');
}

function compile(names: readonly TicketField[], derive: Derivations, absent: 'undefined' | 'null') {
  const stored = names.map((name) => `${name}: ${wireExpression(name, absent)}`);
  const derived = Object.keys(derive).map((name) => `${name}: derive.${name}(row)`);
  const body = `return (row) => ({ ${[...stored, ...derived].join(', ')} })`;
  return new Function('toIso', 'derive', body)(toIso, derive);
}

function wireExpression(name: TicketField, absent: 'undefined' | 'null'): string {
  const { kind, nullable } = fieldDeclaration(name);
  const text =
    kind === 'instant' ? `toIso(row.${name})` : kind === 'values' ? `JSON.parse(row.${name})` : `row.${name}`;
  return nullable ? `row.${name} === null ? ${absent} : ${text}` : text;
}
