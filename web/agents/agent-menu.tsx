import { useState } from 'react';
import type { Agent } from '../../sdk/index.ts';
import { api, queryClient } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { sentenceOf } from '../parts/forms/refusal.ts';
import { ConfirmDialog } from '../parts/popups/confirm-dialog.tsx';
import { Menu } from '../parts/popups/menu.tsx';
import { MenuItem } from '../parts/popups/menu-item.tsx';
import { MenuSeparator } from '../parts/popups/menu-separator.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { reloadBoot } from '../replica/index.ts';
import { AgentKeysDialog } from './agent-keys-dialog.tsx';
import { agentQueries } from './agent-queries.ts';
import { RenameAgentDialog } from './rename-agent-dialog.tsx';

type Opened = 'rename' | 'keys' | 'disable';

export function AgentMenu({ agent }: { agent: Agent }) {
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  return (
    <>
      <Menu
        label={m.agents.menu(agent.name)}
        align="end"
        trigger={<IconButton icon="more" label={m.agents.menu(agent.name)} />}
      >
        <MenuItem icon="edit" onSelect={() => setOpened('rename')}>
          {m.agents.rename}
        </MenuItem>
        <MenuItem icon="key" onSelect={() => setOpened('keys')}>
          {m.agents.keys}
        </MenuItem>
        <MenuSeparator />
        {agent.active ? (
          <MenuItem icon="pause" danger onSelect={() => setOpened('disable')}>
            {m.agents.disable}
          </MenuItem>
        ) : (
          <MenuItem icon="play" onSelect={() => void enable(agent)}>
            {m.agents.enable}
          </MenuItem>
        )}
      </Menu>
      <RenameAgentDialog agent={agent} open={opened === 'rename'} onClose={close} />
      <AgentKeysDialog agent={agent} open={opened === 'keys'} onClose={close} />
      <ConfirmDialog
        open={opened === 'disable'}
        onClose={close}
        title={m.agents.disableTitle(agent.name)}
        text={m.agents.disableText}
        confirm={m.agents.disable}
        danger
        onConfirm={async () => {
          await setActive(agent, false);
          showToast({ text: m.agents.disabled(agent.name) });
        }}
      />
    </>
  );
}

async function enable(agent: Agent): Promise<void> {
  try {
    await setActive(agent, true);
    showToast({ text: m.agents.enabled(agent.name) });
  } catch (error) {
    showToast({ text: sentenceOf(error), tone: 'refused' });
  }
}

async function setActive({ id }: Agent, active: boolean): Promise<void> {
  await api.updateAgent({ params: { id }, body: { active } });
  await Promise.all([queryClient.invalidateQueries({ queryKey: agentQueries.all }), reloadBoot()]);
}
