import { wordRule } from '../../word-rule.ts';

/** Function types that others implement and the package calls. */
export const callbackType = wordRule(
  {
    'Hook|Middleware': 'type RequestHook',
    'Handler|Callback|Listener': 'type ErrorHandler',
    'Resolver|Comparator|Predicate': 'type PathResolver',
  },
  (anyWord) => new RegExp(`^type \\w*${anyWord}\\b`),
);

/** Types that callers write. Other interfaces are usually read. */
export const writtenByCallers = wordRule(
  {
    'Options?|Settings': 'interface DoorOptions',
    'Config|Configuration|Init': 'type DoorConfig',
    'Params|Parameters|Args|Arguments|Input|Props': 'interface DoorProps',
  },
  (anyWord) => new RegExp(`^(?:interface|type) \\w*${anyWord}\\w*`),
);

/** Names that promise nothing. */
export const unstableName = wordRule(
  { 'unstable|experimental': 'unstable_open', 'internal|unsafe|__': 'unsafeOpen' },
  (anyWord) => new RegExp(`^${anyWord}`, 'i'),
);

/** Results of Python that may be awaited, whether or not the function is a coroutine. */
export const awaitable = wordRule(
  {
    'Await|Async|Corout': 'Awaitable[int]',
    'Future|Task|Deferred': 'asyncio.Future',
    '\\bAny\\b|\\bobject\\b': 'Any',
    '^["\']?[A-Z]\\w?["\']?$': 'T1',
  },
  (anyWord) => new RegExp(anyWord),
);

/** Values of Python modules that are not meant for others: loggers and variables of types. */
export const ownValue = wordRule(
  { '[a-z_]*logger|log': 'door_logger', 'T_\\w+|[TPRFVK]': 'T_Door' },
  (anyWord) => new RegExp(`^${anyWord}$`),
);

/** Base classes of Python that give users nothing, or serve only type checkers. */
export const plainBase = wordRule(
  {
    'object|(?:Base)?Exception|Enum': 'Exception',
    'Generic|Protocol|ABC|ABCMeta|TypedDict|NamedTuple': 'Protocol',
    '\\w*(?:Mixin|Base)': 'DoorMixin',
  },
  (anyWord) => new RegExp(`^${anyWord}$`),
);

/** `compat.py` hides differences between Python versions; its names are removed when an old version is dropped. */
export const bridgeModule = wordRule({ '(?:^|/)(?:py)?compat(?:ibility)?\\.py$': 'lib/compat.py' });

/** Files of Go that hardly anybody builds, so that few notice what only they declare. */
export const rarePlatform = wordRule({
  '_(?:aix|dragonfly|freebsd|illumos|netbsd|openbsd|plan9|solaris)(?:_\\w+)?\\.go$': 'door_plan9.go',
});

/** Packages of Go whose types are aliases of types in the standard library. */
export const aliasPackage = wordRule({
  '^golang\\.org/x/(?:net/context|exp|crypto|sync|sys|tools)\\b': 'golang.org/x/net/context',
});
