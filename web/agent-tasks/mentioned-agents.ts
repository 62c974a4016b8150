interface Agent {
  name: string;
  isAgent: boolean;
}

const mentions = /(?<![\p{L}\p{N}_@])@([\p{L}\p{N}_.-]+)/gu;

/** The mentions of agents in a text, each once: what the server has to be asked about. */
export function mentionedAgents(text: string, people: readonly Agent[]): string[] {
  const agents = people.filter(({ isAgent }) => isAgent);
  const written = new Set([...text.matchAll(mentions)].map(([, name = '']) => name.replace(/[.-]+$/, '')));
  const isAgent = (mention: string) =>
    agents.some(({ name }) => {
      const words = name.toLowerCase().split(/\s+/);
      return [...words, words.join('')].includes(mention.toLowerCase());
    });
  return [...written].filter(isAgent);
}
