import { useQuery } from '@tanstack/react-query';
import type { AgentWorkflow, BootProject } from '../../../../sdk/index.ts';
import { api, queryClient } from '../../../api/index.ts';
import { m } from '../../../messages/index.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { Facts } from '../../../parts/display/facts.tsx';
import { Loaded } from '../../../parts/display/loaded.tsx';
import { Notice } from '../../../parts/display/notice.tsx';
import { RelativeTime } from '../../../parts/display/relative-time.tsx';
import { Section } from '../../../parts/display/section.tsx';
import { attempt } from '../../../parts/forms/attempt.ts';
import { formatMoney } from '../../../parts/money.ts';
import { statusLabel } from '../../../parts/ticket-words.ts';
import { workflowQuery } from './agent-settings-queries.ts';

/** What the file WORKFLOW.md of a linked repository says, what of it applies, and what is wrong with it. */
export function WorkflowSection({ project }: { project: BootProject }) {
  const texts = m.projects.settings.agents.workflow;
  const query = useQuery(workflowQuery(project.id));
  const refresh = async () => {
    const { data } = await api.refreshAgentWorkflow({ params: { id: project.id } });
    queryClient.setQueryData(workflowQuery(project.id).queryKey, data);
  };
  return (
    <Section
      title="WORKFLOW.md"
      text={texts.text}
      actions={project.may.edit && <Button onClick={() => void attempt(refresh)}>{texts.refresh}</Button>}
    >
      <Loaded query={query}>{(workflow) => <Workflow workflow={workflow} />}</Loaded>
    </Section>
  );
}

function Workflow({ workflow }: { workflow: AgentWorkflow }) {
  const texts = m.projects.settings.agents.workflow;
  const { repository, commit, policyCommit, readAt, problems } = workflow;
  return (
    <>
      {problems.length > 0 && (
        <Notice look="warning">
          {commit !== policyCommit && <p>{policyCommit ? texts.kept(short(policyCommit)) : texts.unused}</p>}
          <ul>
            {problems.map(({ line, column, message, instead }) => (
              <li key={`${line}:${column} ${message}`}>
                <code>
                  {line}:{column}
                </code>{' '}
                {message}. → {instead}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {repository === null && problems.length === 0 ? (
        <p className="section-text">{texts.none}</p>
      ) : (
        <Facts
          facts={[
            [texts.repository, repository && `${repository}${commit ? ` ${short(commit)}` : ''}`],
            [texts.readAt, readAt && <RelativeTime at={readAt} />],
            ...describePolicy(workflow),
          ]}
        />
      )}
    </>
  );
}

const short = (sha: string) => sha.slice(0, 7);

function describePolicy({ start, concurrency, paths, budget, hooks, checks, template }: AgentWorkflow) {
  const texts = m.projects.settings.agents.workflow;
  const from = (text: string, origin: string) =>
    `${text} (${origin === 'settings' ? texts.fromSettings : texts.fromFile})`;
  const hookNames = Object.entries(hooks).flatMap(([hook, command]) =>
    typeof command === 'string' ? [hook] : [],
  );
  return [
    [texts.start, start.map((rule) => from(statusLabel(rule.status), rule.from)).join(', ')],
    [texts.concurrency, concurrency.map(({ status, max }) => `${statusLabel(status)}: ${max}`).join(', ')],
    [texts.paths, paths.value && from(paths.value.join(', '), paths.from)],
    [texts.budget, budget.value && from(formatMoney(budget.value), budget.from)],
    [texts.hooks, hookNames.join(', ')],
    [texts.checks, checks.map((check) => check.name).join(', ')],
    [texts.template, template !== '' && texts.characters(template.length)],
  ] as const;
}
