import { useState } from 'react';
import type { BootProject } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Section } from '../../parts/display/section.tsx';
import { attempt } from '../../parts/forms/attempt.ts';
import { ConfirmDialog } from '../../parts/popups/confirm-dialog.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { navigate } from '../../router/index.ts';
import { refreshProjects } from '../project-queries.ts';
import { useSettingsProject } from './use-settings-project.ts';

export function DangerPage() {
  const project = useSettingsProject();
  return (
    <>
      {project.role !== null && <LeaveSection project={project} />}
      {project.may.delete && <DeleteSection project={project} />}
    </>
  );
}

function LeaveSection({ project: { id, name } }: { project: BootProject }) {
  const [asked, setAsked] = useState(false);
  const texts = m.projects.settings.danger;
  async function leave() {
    await api.removeMember({ params: { id, userId: 'me' } });
    await navigate({ to: '/projects' });
    await refreshProjects();
    showToast({ text: texts.left(name) });
  }
  return (
    <Section title={texts.leave} text={texts.leaveText}>
      <div>
        <Button icon="sign-out" onClick={() => setAsked(true)}>
          {texts.leave}
        </Button>
      </div>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={texts.leaveQuestion(name)}
        text={texts.leaveText}
        confirm={texts.leave}
        danger
        onConfirm={leave}
      />
    </Section>
  );
}

function DeleteSection({ project: { id, key, name } }: { project: BootProject }) {
  const [asked, setAsked] = useState(false);
  const texts = m.projects.settings.danger;
  const restore = () =>
    attempt(async () => {
      await api.restoreProject({ params: { id } });
      await refreshProjects();
      await navigate({ to: '/p/$key/settings/general', params: { key } });
    });
  async function remove() {
    await api.deleteProject({ params: { id } });
    await navigate({ to: '/projects' });
    await refreshProjects();
    showToast({ text: texts.done(name), actions: [{ name: texts.undo, run: () => void restore() }] });
  }
  return (
    <Section title={texts.delete} text={texts.text}>
      <div>
        <Button look="danger" icon="trash" onClick={() => setAsked(true)}>
          {texts.delete}
        </Button>
      </div>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={texts.question(name)}
        text={texts.confirmText}
        confirm={texts.delete}
        typeToConfirm={key}
        danger
        onConfirm={remove}
      />
    </Section>
  );
}
