import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { collectStatements, type DeclaredStatement } from '../../scripts/generate/statements.ts';
import { type EngineName, newMigratedDatabase, onEveryEngine } from '../support/engines.ts';
import { connectDescriber } from './describe-statement.ts';

// Needs a new process: it collects the statements while it loads the stores, so it must be the first to load them.
const { calls, declared } = await collectStatements();
const { useDynamicStatements } = await import('./use-dynamic-statements.ts');

/** Where the engines differ, the file or its folder is named after the engine. */
const isFor = (engine: EngineName, file: string) =>
  !(engine === 'sqlite' ? /\/postgres[-/]/ : /\/sqlite[-/]/).test(file);

onEveryEngine('statements', (engine) => {
  let close: () => Promise<void>;
  let findMistakes: (statements: DeclaredStatement[]) => Promise<string[]>;

  before(async () => {
    const { address, remove } = await newMigratedDatabase(engine);
    const describer = await connectDescriber(address);
    findMistakes = async (statements) => {
      const mistakes: string[] = [];
      for (const { call, text, columns: expected } of new Map(
        statements.map((one) => [one.text, one]),
      ).values()) {
        const columns = await describer.columnsOf(text).catch((error: Error) => [error.message]);
        if (columns.join() === expected.join()) continue;
        mistakes.push(`${call.file} ${call.name}: returns ${columns}, but declares ${expected}`);
      }
      return mistakes;
    };
    close = async () => {
      await describer.close();
      await remove();
    };
  });
  after(() => close());

  test(`every statement of constant text compiles on ${engine} and returns the columns of its row type`, async () => {
    const statements = declared.filter(({ call }) => call.isConstant && isFor(engine, call.file));
    assert.ok(statements.length > 300);
    assert.deepEqual(await findMistakes(statements), []);
  });

  test(`every statement that is built at run time compiles on ${engine} and returns the columns of its row type`, async () => {
    const known = declared.length;
    await useDynamicStatements(engine);
    const statements = declared.slice(known);
    const isUsed = new Set(statements.map(({ call }) => call));
    const unused = calls.filter(
      (call) => call.kind.startsWith('dynamic') && isFor(engine, call.file) && !isUsed.has(call),
    );
    assert.deepEqual(
      unused.map(({ file, name }) => `${file} ${name}`),
      [],
      'extend use-dynamic-statements.ts',
    );
    assert.deepEqual(await findMistakes(statements), []);
  });
});
