import type { Verdict } from './grade.ts';
import { verdictOf } from './rules/declaration-rules.ts';
import { plainBase } from './rules/name-rules.ts';

/**
 * Grades the base classes, of other packages and of the language, that a Python class no longer has. The members
 * inherited from them are gone, and `isinstance` and `except` no longer match. Names are full: `package.module.Class`.
 */
export function gradeLostBases(was: ReadonlySet<string>, is: ReadonlySet<string>): Verdict | undefined {
  const kept = new Set([...is].flatMap((name) => [lastPart(name), ...exceptionsAbove(name)]));
  const lost = [...was].filter((name) => !kept.has(lastPart(name)) && !isPlain(name));
  const [first] = lost;
  if (first === undefined) return undefined;
  const known = new Set([...was].map(lastPart));
  // A class of another package may inherit from the base that was left.
  const isUncertain = [...is].some(
    (name) => !known.has(lastPart(name)) && !isPlain(name) && !builtInExceptions.has(name),
  );
  return verdictOf(isUncertain ? 'may break' : 'breaks', 'baseGone', lastPart(first));
}

const lastPart = (name: string) => name.replace(/^.*\./, '');

const isPlain = (name: string) => plainBase.test(lastPart(name)) || /[^\w.]/.test(name);

/** The built-in exceptions, each with its base class. */
const builtInExceptions = new Map(
  Object.entries({
    ArithmeticError: 'Exception',
    AssertionError: 'Exception',
    AttributeError: 'Exception',
    BlockingIOError: 'OSError',
    BrokenPipeError: 'ConnectionError',
    ConnectionAbortedError: 'ConnectionError',
    ConnectionError: 'OSError',
    ConnectionRefusedError: 'ConnectionError',
    ConnectionResetError: 'ConnectionError',
    DeprecationWarning: 'Warning',
    EOFError: 'Exception',
    FileExistsError: 'OSError',
    FileNotFoundError: 'OSError',
    FutureWarning: 'Warning',
    ImportError: 'Exception',
    IndexError: 'LookupError',
    IOError: 'OSError',
    KeyError: 'LookupError',
    LookupError: 'Exception',
    ModuleNotFoundError: 'ImportError',
    NameError: 'Exception',
    NotImplementedError: 'RuntimeError',
    OSError: 'Exception',
    OverflowError: 'ArithmeticError',
    PendingDeprecationWarning: 'Warning',
    PermissionError: 'OSError',
    ResourceWarning: 'Warning',
    RuntimeError: 'Exception',
    RuntimeWarning: 'Warning',
    StopAsyncIteration: 'Exception',
    StopIteration: 'Exception',
    SyntaxError: 'Exception',
    SystemExit: 'BaseException',
    TimeoutError: 'OSError',
    TypeError: 'Exception',
    UnicodeDecodeError: 'UnicodeError',
    UnicodeEncodeError: 'UnicodeError',
    UnicodeError: 'ValueError',
    UserWarning: 'Warning',
    ValueError: 'Exception',
    Warning: 'Exception',
    ZeroDivisionError: 'ArithmeticError',
  }),
);

function exceptionsAbove(name: string): string[] {
  const above = builtInExceptions.get(name);
  return above === undefined ? [] : [above, ...exceptionsAbove(above)];
}
