import { api } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { DangerSection } from '../../parts/display/danger-section.tsx';
import { attempt } from '../../parts/forms/attempt.ts';
import { showToast } from '../../parts/popups/toasts.ts';
import { navigate } from '../../router/index.ts';
import { refreshProjects } from '../project-queries.ts';
import { useSettingsProject } from './use-settings-project.ts';

export function DangerPage() {
  const { id, key, name, role, may } = useSettingsProject();
  const texts = m.projects.settings.danger;
  const leave = async () => {
    await api.removeMember({ params: { id, userId: 'me' } });
    await navigate({ to: '/projects' });
    await refreshProjects();
    showToast({ text: texts.left(name) });
  };
  const restore = () =>
    attempt(async () => {
      await api.restoreProject({ params: { id } });
      await refreshProjects();
      await navigate({ to: '/p/$key/settings/general', params: { key } });
    });
  const remove = async () => {
    await api.deleteProject({ params: { id } });
    await navigate({ to: '/projects' });
    await refreshProjects();
    showToast({ text: texts.done(name), actions: [{ name: texts.undo, run: () => void restore() }] });
  };
  return (
    <>
      {role !== null && (
        <DangerSection
          leaves
          title={texts.leave}
          question={texts.leaveQuestion(name)}
          text={texts.leaveText}
          onConfirm={leave}
        />
      )}
      {may.delete && (
        <DangerSection
          title={texts.delete}
          about={texts.text}
          question={texts.question(name)}
          text={texts.confirmText}
          typeToConfirm={key}
          onConfirm={remove}
        />
      )}
    </>
  );
}
