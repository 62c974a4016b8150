import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ApiKeyWithSecret } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Segmented } from '../../parts/controls/segmented.tsx';
import { CodeBlock } from '../../parts/display/code-block.tsx';
import { SecretOnce } from '../../parts/display/secret-once.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { type AgentCommand, agentCommands, installCommand } from '../agent-commands.ts';
import { agentQueries } from '../agent-queries.ts';
import './connect-agent.css';

interface ConnectAgentProps {
  agentId: string;
  apiKey: ApiKeyWithSecret;
  /** The number of its first step: a new agent was named before. */
  firstStep: number;
  onDone: () => void;
}

/** The key, shown once; the command that uses it; and whether the agent has called. */
export function ConnectAgent({ agentId, apiKey, firstStep, onDone }: ConnectAgentProps) {
  const [kind, setKind] = useState<AgentCommand>('run');
  const { data: calledAt } = useQuery(agentQueries.firstCall(agentId, apiKey.id));
  const text = m.agents.setUp;
  return (
    <div className="connect-agent">
      <Step number={firstStep} title={text.keyTitle}>
        <SecretOnce label={m.words.apiKey} secret={apiKey.key} />
      </Step>
      <Step number={firstStep + 1} title={text.commandTitle}>
        <Segmented
          label={text.commandTitle}
          value={kind}
          onChange={setKind}
          options={(['run', 'mcp', 'http'] as const).map((value) => ({ value, label: text.kinds[value] }))}
        />
        <p className="connect-agent-text">{text.kindTexts[kind]}</p>
        {kind === 'run' && <CodeBlock code={installCommand(location.origin)} wrap />}
        <CodeBlock
          code={agentCommands[kind](location.origin, apiKey.key)}
          wrap
          copyLabel={text.copyCommand}
        />
      </Step>
      <div
        className={calledAt ? 'connect-agent-call connect-agent-called' : 'connect-agent-call'}
        role="status"
      >
        <Icon name={calledAt ? 'check' : 'clock'} />
        {calledAt ? text.called : text.waiting}
      </div>
      <div className="form-actions">
        <Button look={calledAt ? 'primary' : 'plain'} onClick={onDone}>
          {calledAt ? text.done : text.later}
        </Button>
      </div>
    </div>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="connect-agent-step" aria-label={title}>
      <h3 className="connect-agent-title">
        <span className="connect-agent-number">{number}</span>
        {title}
      </h3>
      {children}
    </section>
  );
}
