import type { Agent } from '../../sdk/index.ts';
import { openBudgetDialog } from '../agent-tasks/index.ts';
import { api, queryClient } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { attempt } from '../parts/forms/attempt.ts';
import { Menu } from '../parts/popups/menu.tsx';
import { MenuItem } from '../parts/popups/menu-item.tsx';
import { MenuSeparator } from '../parts/popups/menu-separator.tsx';
import { ask } from '../parts/popups/open-dialog.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { reloadBoot } from '../replica/index.ts';
import { openAgentKeysDialog } from './agent-keys-dialog.tsx';
import { agentBudgetQuery, agentQueries } from './agent-queries.ts';
import { openRenameAgentDialog } from './rename-agent-dialog.tsx';

export function AgentMenu({ agent }: { agent: Agent }) {
  return (
    <Menu
      label={m.agents.menu(agent.name)}
      align="end"
      trigger={<IconButton icon="more" label={m.agents.menu(agent.name)} />}
    >
      <MenuItem icon="edit" onSelect={() => openRenameAgentDialog(agent)}>
        {m.words.rename}
      </MenuItem>
      <MenuItem icon="key" onSelect={() => openAgentKeysDialog(agent)}>
        {m.agents.keys}
      </MenuItem>
      <MenuItem icon="chart" onSelect={() => void attempt(() => openAgentBudget(agent))}>
        {m.agentTasks.budget.name}
      </MenuItem>
      <MenuSeparator />
      {agent.active ? (
        <MenuItem icon="pause" danger onSelect={() => askToDisable(agent)}>
          {m.agents.disable}
        </MenuItem>
      ) : (
        <MenuItem icon="play" onSelect={() => void enable(agent)}>
          {m.agents.enable}
        </MenuItem>
      )}
    </Menu>
  );
}

async function openAgentBudget({ id, name }: Agent): Promise<void> {
  const query = agentBudgetQuery(id);
  openBudgetDialog({
    title: m.agentTasks.budget.ofAgent(name),
    state: await queryClient.fetchQuery(query),
    refresh: query.queryKey,
    onSave: (budget) =>
      budget
        ? api.setAgentBudget({ params: { id }, body: budget })
        : api.deleteAgentBudget({ params: { id } }),
  });
}

const askToDisable = (agent: Agent) =>
  ask({
    title: m.agents.disableTitle(agent.name),
    text: m.agents.disableText,
    confirm: m.agents.disable,
    danger: true,
    onConfirm: async () => {
      await setActive(agent, false);
      showToast({ text: m.agents.disabled(agent.name) });
    },
  });

const enable = (agent: Agent) =>
  attempt(async () => {
    await setActive(agent, true);
    showToast({ text: m.agents.enabled(agent.name) });
  });

async function setActive({ id }: Agent, active: boolean): Promise<void> {
  await api.updateAgent({ params: { id }, body: { active } });
  await Promise.all([queryClient.invalidateQueries({ queryKey: agentQueries.all }), reloadBoot()]);
}
