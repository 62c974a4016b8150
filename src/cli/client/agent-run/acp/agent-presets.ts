/** A coding agent that speaks the Agent Client Protocol, and what a person must know to use it. */
export interface AgentPreset {
  name: string;
  command: string;
  args: string[];
  install: string;
  signIn: string;
  /** Where it keeps its sign-in and its sessions: writable within the sandbox. */
  state: string[];
}

export const agentPresets = {
  claude: {
    name: 'Claude Code',
    command: 'claude-agent-acp',
    args: [],
    install: 'npm install --global @agentclientprotocol/claude-agent-acp',
    signIn: 'Run claude and sign in with /login, or set ANTHROPIC_API_KEY.',
    state: ['~/.claude', '~/.claude.json'],
  },
  codex: {
    name: 'Codex',
    command: 'codex-acp',
    args: [],
    install: 'npm install --global @zed-industries/codex-acp',
    signIn: 'Run codex login, or set OPENAI_API_KEY.',
    state: ['~/.codex'],
  },
  gemini: {
    name: 'Gemini CLI',
    command: 'gemini',
    args: ['--acp'],
    install: 'npm install --global @google/gemini-cli',
    signIn: 'Run gemini and sign in, or set GEMINI_API_KEY.',
    state: ['~/.gemini'],
  },
  opencode: {
    name: 'OpenCode',
    command: 'opencode',
    args: ['acp'],
    install: 'npm install --global opencode-ai',
    signIn: 'Run opencode auth login.',
    state: ['~/.local/share/opencode', '~/.local/state/opencode', '~/.config/opencode', '~/.cache/opencode'],
  },
  copilot: {
    name: 'Copilot CLI',
    command: 'copilot',
    args: ['--acp', '--stdio'],
    install: 'npm install --global @github/copilot',
    signIn: 'Run copilot and sign in with /login, or set GH_TOKEN.',
    state: ['~/.copilot'],
  },
  cursor: {
    name: 'Cursor',
    command: 'cursor-agent',
    args: ['acp'],
    install: 'Get the command line of Cursor from cursor.com/cli.',
    signIn: 'Run cursor-agent login, or set CURSOR_API_KEY.',
    state: ['~/.cursor'],
  },
} as const satisfies Record<string, AgentPreset>;

export const agentNames = Object.keys(agentPresets) as (keyof typeof agentPresets)[];

/** An agent by its command, of which nothing else is known. */
export const agentOfCommand = (command: string): AgentPreset => ({
  name: 'The agent',
  command: '/bin/sh',
  args: ['-c', `exec ${command}`],
  install: '',
  signIn: 'Start it by hand and sign in.',
  state: [],
});
