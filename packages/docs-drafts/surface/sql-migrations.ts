import type { SurfaceItem } from './surface.ts';

export const isMigration = (path: string) =>
  /\.sql$/i.test(path) && /(?:^|[/_-])migrat|(?:^|\/)db\//i.test(path);

const name = String.raw`(?:if (?:not )?exists )?(?<name>[\w."\`\[\]]+)`;
const shapes: [RegExp, (name: string, rest: string) => string][] = [
  [new RegExp(`^create (?:unlogged |temp(?:orary)? )?table ${name}`), (table) => `create table ${table}`],
  [new RegExp(`^drop table ${name}`), (table) => `drop table ${table}`],
  [new RegExp(`^create (?:unique )?index (?:concurrently )?${name}`), (index) => `create index ${index}`],
  [new RegExp(`^drop index (?:concurrently )?${name}`), (index) => `drop index ${index}`],
  [new RegExp(`^create (?:or replace )?(?:materialized )?view ${name}`), (view) => `create view ${view}`],
  [new RegExp(`^drop (?:materialized )?view ${name}`), (view) => `drop view ${view}`],
  [new RegExp(`^alter table (?:only )?${name} (?<rest>.*)`), (table, rest) => `alter table ${table} ${rest}`],
  [
    new RegExp(`^create (?:or replace )?(?:function|procedure|trigger|type) ${name}`),
    (thing) => `create ${thing}`,
  ],
];
const signatureMax = 160;

/** The schema changes of a migration, each in lower case on one line. */
export function readMigration(source: string): SurfaceItem[] {
  const plain = source
    .replace(/--[^\n]*/g, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\$\$[\s\S]*?\$\$|'(?:[^']|'')*'/g, "''");
  return plain.split(';').flatMap((text) => {
    const line = text.replace(/\s+/g, ' ').trim().toLowerCase();
    for (const [shape, format] of shapes) {
      const groups = shape.exec(line)?.groups;
      if (groups) {
        const step = format(groups.name as string, groups.rest ?? '').slice(0, signatureMax);
        return [{ area: 'schema', name: step, signature: step }];
      }
    }
    return [];
  });
}

/** Whether the step removes or renames something that other readers of the database may use. */
export const isDestructive = (step: string) =>
  /^drop (?:table|view)\b|^alter table \S+ (?:drop (?:column )?(?!constraint|index|default|not null)|rename\b|alter column \S+ (?:set data )?type\b)/.test(
    step,
  );

/** Whether the step refuses data that was allowed before. */
export const isTightening = (step: string) =>
  /^alter table \S+ (?:alter column \S+ set not null|add constraint \S+ (?:unique|check|foreign key|primary key)|add (?:unique|check)\b)/.test(
    step,
  );
