import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { serverSentences } from './server.ts';
import { translateName, translateSentence } from './translate-sentence.ts';

/** Files whose sentences no user of the web app reads, and why. */
const outsideTheWebApp: Record<string, RegExp> = {
  'commands and the start of the server': /^src\/(?:cli|config)\//,
  'the web app says it in its own words, because the status is 429 or 5xx':
    /^src\/platform\/(?:bounded-queue|db\/|http\/(?:error-envelope|limit-bodies|overload|rate-limit)|outbound-http\/)|^src\/instance\/health-routes/,
  'examples of the API reference': /^src\/platform\/http\/openapi-errors/,
  'answers to requests that the web app does not send':
    /^src\/(?:mcp|live|mail|inbound-webhooks\/receive|agent-repositories\/pull-requests|code-hosts\/git-server|sealed-history)\/|^src\/leased-branches\/(?:git-routes|request-limits)|^src\/imports\/archive\/verify-archive|^src\/platform\/http\/(?:idempotency|json-body|server)\./,
};

const valuesOf = (sentence: string) => sentence.match(/«\d+»/g) ?? [];

/** A value may be a word that German builds into the sentence; all others must stay. */
const builtIn = ['offene Untertickets', 'ohnehin darauf begrenzt'];
const isSaid = (german: string, value: string) =>
  german.includes(value) || builtIn.some((words) => german.includes(words));

test('every sentence with which the server refuses something has its German', () => {
  const missing = webSentences().filter(({ sentence }) => {
    const german =
      translateSentence(serverSentences, sentence) ?? translateName(serverSentences.names, sentence);
    return german === undefined || !valuesOf(sentence).every((value) => isSaid(german, value));
  });
  assert.deepEqual(missing, [], 'add them to web/messages/de/server.ts');
});

test('a sentence keeps its values, and the names of fields are German', () => {
  const say = (sentence: string) => translateSentence(serverSentences, sentence);
  assert.equal(say('Title is required'), 'Titel: Diese Angabe fehlt');
  assert.equal(say('Title must have at most 200 characters'), 'Titel darf höchstens 200 Zeichen haben');
  assert.equal(say('Repository acme/api not found'), 'Repository acme/api nicht gefunden');
  assert.equal(
    say('Only members, admins and owners of the project can change this ticket.'),
    'Nur Mitglieder, Admins und Eigentümer des Projekts können dieses Ticket ändern.',
  );
  assert.equal(say('A sentence that nobody translated'), undefined);
});

/** The errors of docs/messages.txt with a made-up value for each of their expressions. */
function webSentences(): { file: string; sentence: string }[] {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../../docs/messages.txt'), 'utf8');
  const [, errors = ''] = text.split(/^# /m);
  const sentences: { file: string; sentence: string }[] = [];
  let file = '';
  for (const line of errors.split('\n')) {
    if (line.startsWith('src/')) file = line;
    else if (line.startsWith('  ') && !Object.values(outsideTheWebApp).some((files) => files.test(file)))
      sentences.push({ file, sentence: fillIn(line.slice(2)) });
  }
  return sentences;
}

/** Replaces each `${…}`, which may contain others. */
function fillIn(template: string): string {
  let filled = '';
  let depth = 0;
  let values = 0;
  for (let at = 0; at < template.length; at++) {
    if (template.startsWith('${', at)) {
      if (depth++ === 0) filled += `«${++values}»`;
      at++;
    } else if (depth > 0) {
      if (template[at] === '{') depth++;
      if (template[at] === '}') depth--;
    } else filled += template[at];
  }
  return filled;
}
