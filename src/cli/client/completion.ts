import { type Command, type Commands, clientCommand, requiredWord } from '../command.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** Prints a script that completes the commands, options and values of a program. */
export const newCompletion = (findCommands: () => Commands) =>
  clientCommand({
    arguments: { shell: requiredWord('SHELL', shells, 'The shell:') },
    options: {},
    examples: [
      'source <(docket completion bash)',
      'docket completion zsh >> ~/.zshrc',
      'docket completion fish > ~/.config/fish/completions/docket.fish',
    ],
    run: async ({ shell }) => {
      const loaded = await Promise.all(
        Object.entries(findCommands()).map(async ([name, { summary, load }]) => ({
          name,
          summary,
          command: await load(),
        })),
      );
      const script = shell === 'fish' ? writeFish(loaded) : writeBash(loaded, shell);
      return { json: { shell, script }, text: script };
    },
  });

interface Named {
  name: string;
  summary: string;
  command: Command;
}

const listOptions = ({ options }: Command) =>
  [...Object.keys(options), 'json', 'help'].map((name) => `--${name}`);

/** Commands have one or two words. What may follow is decided by them, and by the option before. */
function writeBash(all: Named[], shell: 'bash' | 'zsh'): string {
  const firstWords = [...new Set(all.map(({ name }) => name.split(' ')[0] as string))];
  const groups = firstWords.flatMap((first) => {
    const seconds = all.flatMap(({ name }) =>
      name.startsWith(`${first} `) ? [name.split(' ')[1] as string] : [],
    );
    return seconds.length > 0 ? [`    ${first}) words='${seconds.join(' ')}' ;;`] : [];
  });
  const options = all.map(
    ({ name, command }) => `    '${name}'|'${name} '*) words='${listOptions(command).join(' ')}' ;;`,
  );
  const values = all.flatMap(({ name, command }) =>
    Object.entries(command.options).flatMap(([option, { words }]) =>
      words ? [`    '${name} '*'--${option}') words='${words.join(' ')}' ;;`] : [],
    ),
  );
  return `${shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''}_docket() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words=''
  local first="\${COMP_WORDS[1]}" second="\${COMP_WORDS[2]}"
  [ "$COMP_CWORD" -le 2 ] && second=''
  if [ "$COMP_CWORD" -le 1 ]; then words='${firstWords.join(' ')} --help --version'
  else
    case "$first $second" in
${options.join('\n')}
    esac
    [ "$COMP_CWORD" -eq 2 ] && case "$first" in
${groups.join('\n')}
    esac
    case "$first $second $before" in
${values.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _docket docket
`;
}

const quote = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

function writeFish(all: Named[]): string {
  const lines = all.flatMap(({ name, summary, command }) => {
    const [first = '', second] = name.split(' ');
    const isTyped = second
      ? `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`
      : `__fish_seen_subcommand_from ${first}`;
    const word = second
      ? `complete -c docket -n '__fish_seen_subcommand_from ${first}' -a ${second} -d ${quote(summary)}`
      : `complete -c docket -n __fish_use_subcommand -a ${first} -d ${quote(summary)}`;
    const options = Object.entries(command.options).map(([option, { sentence, isFlag, words }]) => {
      const takes = isFlag ? '' : ` -x${words ? ` -a ${quote(words.join(' '))}` : ''}`;
      return `complete -c docket -n '${isTyped}' -l ${option}${takes} -d ${quote(sentence)}`;
    });
    return [word, ...options];
  });
  const groups = new Set(
    all.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0] as string] : [])),
  );
  const firsts = [...groups].map((first) => `complete -c docket -n __fish_use_subcommand -a ${first}`);
  return `${['complete -c docket -f', ...firsts, ...lines].join('\n')}\n`;
}
