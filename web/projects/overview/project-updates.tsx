import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BootProject, ProjectUpdate } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { Segmented } from '../../parts/controls/segmented.tsx';
import { formatDate } from '../../parts/dates/dates.ts';
import { Section } from '../../parts/display/section.tsx';
import { attempt } from '../../parts/forms/attempt.ts';
import { Markdown } from '../../parts/markdown/markdown.tsx';
import { MarkdownEditor } from '../../parts/markdown/markdown-editor.tsx';
import { ask } from '../../parts/popups/open-dialog.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { useMe } from '../../replica/index.ts';
import { HealthBadge, healths } from './health-badge.tsx';
import { projectUpdatesQuery, refreshOverview } from './overview-queries.ts';

/** What was reported about the project: the newest update, a form for the next one, and the history. */
export function ProjectUpdates({ project }: { project: BootProject }) {
  const { data: updates = [] } = useQuery(projectUpdatesQuery(project.id));
  const [isWriting, setWriting] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const texts = m.overview;
  const shown = isWhole ? updates : updates.slice(0, 1);
  return (
    <Section
      title={texts.updates}
      actions={
        project.may.createTicket &&
        !isWriting && (
          <Button icon="plus" onClick={() => setWriting(true)}>
            {texts.write}
          </Button>
        )
      }
    >
      {isWriting && <UpdateForm project={project} onClose={() => setWriting(false)} />}
      {updates.length === 0 && !isWriting && <p className="quiet">{texts.noUpdates}</p>}
      <ul className="project-updates">
        {shown.map((update) => (
          <li key={update.id}>
            <Update project={project} update={update} />
          </li>
        ))}
      </ul>
      {updates.length > 1 && (
        <Button onClick={() => setWhole(!isWhole)}>
          {isWhole ? texts.onlyNewest : texts.history(updates.length - 1)}
        </Button>
      )}
    </Section>
  );
}

function Update({ project, update }: { project: BootProject; update: ProjectUpdate }) {
  const me = useMe();
  const { id, health, text, author, createdAt } = update;
  const mayDelete = project.may.edit || (author.id === me.id && project.may.createTicket);
  const askToDelete = () =>
    ask({
      title: m.overview.deleteQuestion,
      text: m.overview.deleteText,
      confirm: m.overview.delete,
      danger: true,
      onConfirm: async () => {
        await api.deleteProjectUpdate({ params: { id: project.id, updateId: id } });
        await refreshOverview();
      },
    });
  return (
    <article className="project-update">
      <p className="project-update-head">
        <HealthBadge health={health} />
        <span>{author.name}</span>
        <time className="quiet" dateTime={createdAt}>
          {formatDate(createdAt)}
        </time>
        {mayDelete && <IconButton icon="trash" label={m.overview.delete} onClick={askToDelete} />}
      </p>
      {text && <Markdown text={text} topLevel={3} />}
    </article>
  );
}

function UpdateForm({ project, onClose }: { project: BootProject; onClose: () => void }) {
  const [health, setHealth] = useState<ProjectUpdate['health']>('on_track');
  const [text, setText] = useState('');
  const texts = m.overview;
  const post = () =>
    attempt(async () => {
      await api.postProjectUpdate({ params: { id: project.id }, body: { health, text } });
      await refreshOverview();
      showToast({ text: texts.posted });
      onClose();
    });
  return (
    <div className="project-update-form">
      <Segmented
        label={texts.health}
        value={health}
        onChange={setHealth}
        options={healths.map((value) => ({ value, label: texts.healths[value] }))}
      />
      <MarkdownEditor
        label={texts.text}
        placeholder={texts.text}
        value={text}
        onChange={setText}
        onSubmit={() => void post()}
        minRows={4}
        autoFocus
      />
      <div className="project-update-actions">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button look="primary" onClick={() => void post()}>
          {texts.post}
        </Button>
      </div>
    </div>
  );
}
