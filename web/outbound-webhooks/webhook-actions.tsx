import { useState } from 'react';
import type { Webhook } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { SecretOnce } from '../parts/display/secret-once.tsx';
import { attempt } from '../parts/forms/attempt.ts';
import { ConfirmDialog } from '../parts/popups/confirm-dialog.tsx';
import { Dialog } from '../parts/popups/dialog.tsx';
import { Menu } from '../parts/popups/menu.tsx';
import { MenuItem } from '../parts/popups/menu-item.tsx';
import { MenuSeparator } from '../parts/popups/menu-separator.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { navigate } from '../router/index.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import { useWebhookBase } from './use-webhook-base.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { refreshWebhooks } from './webhook-queries.ts';

type Asked = 'edit' | 'rotate' | 'replay' | 'delete';

/** An administrator may only disable and delete the webhook of somebody else. */
export function WebhookActions({ webhook, isMine }: { webhook: Webhook; isMine: boolean }) {
  const [asked, setAsked] = useState<Asked>();
  const [secret, setSecret] = useState<string>();
  const base = useWebhookBase();
  const texts = m.webhooks;
  const params = { id: webhook.id };
  const close = () => setAsked(undefined);

  const setActive = (active: boolean) =>
    attempt(async () => {
      await api.updateWebhook({ params, body: { active } });
      await refreshWebhooks();
      showToast({ text: active ? texts.enabled : texts.disabledNow });
    });
  const test = () =>
    attempt(async () => {
      await api.testWebhook({ params });
      await refreshWebhooks();
      showToast({ text: texts.tested });
    });

  return (
    <>
      {isMine && (
        <Button icon="send" onClick={() => void test()}>
          {texts.test}
        </Button>
      )}
      {isMine && (
        <Button icon="edit" onClick={() => setAsked('edit')}>
          {texts.edit}
        </Button>
      )}
      <Menu
        label={texts.more}
        align="end"
        trigger={<IconButton icon="more" label={texts.more} look="plain" />}
      >
        {webhook.active ? (
          <MenuItem icon="pause" onSelect={() => void setActive(false)}>
            {texts.disable}
          </MenuItem>
        ) : (
          isMine && (
            <MenuItem icon="play" onSelect={() => void setActive(true)}>
              {texts.enable}
            </MenuItem>
          )
        )}
        {isMine && (
          <>
            <MenuItem icon="key" onSelect={() => setAsked('rotate')}>
              {texts.rotate}
            </MenuItem>
            <MenuItem icon="history" onSelect={() => setAsked('replay')}>
              {texts.replay.action}
            </MenuItem>
          </>
        )}
        <MenuSeparator />
        <MenuItem icon="trash" danger onSelect={() => setAsked('delete')}>
          {texts.delete}
        </MenuItem>
      </Menu>
      <WebhookDialog open={asked === 'edit'} webhook={webhook} onClose={close} />
      <ReplayDialog open={asked === 'replay'} webhookId={webhook.id} onClose={close} />
      <ConfirmDialog
        open={asked === 'rotate'}
        onClose={close}
        title={texts.rotateQuestion}
        text={texts.rotateText}
        confirm={texts.rotate}
        onConfirm={async () => {
          const { data } = await api.rotateWebhookSecret({ params });
          setSecret(data.secret);
        }}
      />
      <Dialog
        open={secret !== undefined}
        onClose={() => setSecret(undefined)}
        title={texts.secretOf}
        size="small"
      >
        <SecretOnce label={texts.secretOf} secret={secret ?? ''} onDone={() => setSecret(undefined)}>
          <p>{texts.secretText}</p>
        </SecretOnce>
      </Dialog>
      <ConfirmDialog
        open={asked === 'delete'}
        onClose={close}
        title={texts.deleteQuestion}
        text={texts.deleteText}
        confirm={texts.delete}
        danger
        onConfirm={async () => {
          await api.deleteWebhook({ params });
          await navigate({ to: base });
          await refreshWebhooks();
          showToast({ text: texts.deleted });
        }}
      />
    </>
  );
}
