import type { Webhook } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { SecretOnce } from '../parts/display/secret-once.tsx';
import { attempt } from '../parts/forms/attempt.ts';
import { Menu } from '../parts/popups/menu.tsx';
import { MenuItem } from '../parts/popups/menu-item.tsx';
import { MenuSeparator } from '../parts/popups/menu-separator.tsx';
import { ask, openDialog } from '../parts/popups/open-dialog.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { navigate } from '../router/index.ts';
import { openReplayDialog } from './replay-dialog.tsx';
import { useWebhookBase } from './use-webhook-base.ts';
import { openWebhookDialog } from './webhook-dialog.tsx';
import { refreshWebhooks } from './webhook-queries.ts';

/** An administrator may only disable and delete the webhook of somebody else. */
export function WebhookActions({ webhook, isMine }: { webhook: Webhook; isMine: boolean }) {
  const base = useWebhookBase();
  const texts = m.webhooks;
  const params = { id: webhook.id };

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
  const showSecret = (secret: string) =>
    openDialog(
      { title: texts.secretOf, size: 'small' },
      <SecretOnce label={texts.secretOf} secret={secret}>
        <p>{texts.secretText}</p>
      </SecretOnce>,
    );
  const askToRotate = () =>
    ask({
      title: texts.rotateQuestion,
      text: texts.rotateText,
      confirm: texts.rotate,
      onConfirm: async () => {
        const { data } = await api.rotateWebhookSecret({ params });
        // After the question has closed, because it then gives the focus back.
        setTimeout(() => showSecret(data.secret ?? ''));
      },
    });
  const askToDelete = () =>
    ask({
      title: texts.deleteQuestion,
      text: texts.deleteText,
      confirm: texts.delete,
      danger: true,
      onConfirm: async () => {
        await api.deleteWebhook({ params });
        await navigate({ to: base });
        await refreshWebhooks();
        showToast({ text: texts.deleted });
      },
    });

  return (
    <>
      {isMine && (
        <Button icon="send" onClick={() => void test()}>
          {texts.test}
        </Button>
      )}
      {isMine && (
        <Button icon="edit" onClick={() => openWebhookDialog(webhook)}>
          {texts.edit}
        </Button>
      )}
      <Menu
        label={m.words.more}
        align="end"
        trigger={<IconButton icon="more" label={m.words.more} look="plain" />}
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
            <MenuItem icon="key" onSelect={() => askToRotate()}>
              {texts.rotate}
            </MenuItem>
            <MenuItem icon="history" onSelect={() => openReplayDialog(webhook.id)}>
              {texts.replay.action}
            </MenuItem>
          </>
        )}
        <MenuSeparator />
        <MenuItem icon="trash" danger onSelect={() => askToDelete()}>
          {texts.delete}
        </MenuItem>
      </Menu>
    </>
  );
}
