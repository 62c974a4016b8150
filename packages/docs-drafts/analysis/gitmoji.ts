/** Commit types by the gitmoji.dev emoji before the subject. Other emoji, like the one for the UI, are too vague. */
const types: [type: string, emoji: string, ...codes: string[]][] = [
  ['feat', '✨', 'sparkles'],
  ['fix', '🐛🚑🩹🥅', 'bug', 'ambulance', 'adhesive_bandage', 'goal_net'],
  ['security', '🔒', 'lock'],
  ['perf', '⚡', 'zap'],
  ['deprecate', '🗑', 'wastebasket'],
  ['revert', '⏪', 'rewind'],
  ['docs', '📝💡✏📄', 'memo', 'bulb', 'pencil', 'pencil2', 'page_facing_up'],
  ['test', '✅🧪📸🤡', 'white_check_mark', 'test_tube', 'camera_flash', 'clown_face'],
  ['ci', '👷💚🧱', 'construction_worker', 'green_heart', 'bricks'],
  ['deps', '⬆⬇📌➕➖', 'arrow_up', 'arrow_down', 'pushpin', 'heavy_plus_sign', 'heavy_minus_sign'],
  ['build', '📦', 'package'],
  ['refactor', '♻🚚⚰🏗', 'recycle', 'truck', 'coffin', 'building_construction'],
  ['style', '🎨🚨', 'art', 'rotating_light'],
  ['release', '🔖', 'bookmark'],
  ['wip', '🚧', 'construction'],
  ['chore', '🔧🔨🙈', 'wrench', 'hammer', 'see_no_evil'],
];
const typeOf = new Map(
  types.flatMap(([type, emoji, ...codes]) =>
    [...emoji, ...codes.map((code) => `:${code}:`)].map((sign): [string, string] => [sign, type]),
  ),
);

/**
 * Reads `🐛 Close the door` as `fix` and `Close the door`; undefined without an emoji. `type` is set only if the emoji
 * implies one.
 */
export function readGitmoji(
  line: string,
): { type: string | undefined; subject: string; mark?: '!' } | undefined {
  const [whole, sign = ''] =
    /^(\p{Extended_Pictographic}|:\w+:)\ufe0f?(?:\p{Extended_Pictographic}\ufe0f?)*\s*(?:- )?/u.exec(line) ??
    [];
  if (whole === undefined) return undefined;
  const isBreaking = sign === '💥' || sign === ':boom:';
  return {
    type: typeOf.get(sign),
    subject: line.slice(whole.length),
    ...(isBreaking && { mark: '!' as const }),
  };
}
