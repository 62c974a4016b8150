import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { changeView, StarButton, SubscribeButton, useSaveViewDialog, viewQuery } from '../../views/index.ts';
import { fromSavedView, isSameSearch, type TicketSearch, toDisplay, toSavedQuery } from '../ticket-search.ts';

export interface SaveViewProps {
  search: TicketSearch;
  layout: 'list' | 'board' | 'calendar' | 'timeline';
  projectId?: string | undefined;
  /** The project of the screen, which views that are not the project's own name in their query. */
  projectKey?: string | undefined;
  onSaved?: (viewId: string) => void;
}

/** Saves filters, order and display under a name, or changes the view that is open if it was changed here. */
export function SaveView({ search, layout, projectId, projectKey, onSaved }: SaveViewProps) {
  const [isSaving, setSaving] = useState(false);
  const SaveViewDialog = useSaveViewDialog(isSaving);
  const { data: view } = useQuery({ ...viewQuery(search.view ?? ''), enabled: search.view !== undefined });
  const { view: _, at: __, ...shown } = search;
  const { project: inQuery, ...kept } = view ? fromSavedView(view.query, view.display) : {};
  const saved = inQuery && !projectKey ? { ...kept, project: inQuery } : kept;
  const isChanged = !view || !isSameSearch(shown, saved) || (view.display.layout ?? 'list') !== layout;
  const query = toSavedQuery(projectKey ? { ...shown, project: projectKey } : shown);
  const ofView = view?.scope === 'project' ? toSavedQuery(shown) : query;
  if (!view && Object.keys(shown).length === 0) return null;
  return (
    <span className="save-view">
      {view && (
        <>
          <span className="save-view-name clipped">{m.arrange.openView(view.name)}</span>
          <StarButton view={view} />
          <SubscribeButton view={view} />
        </>
      )}
      {isChanged && view?.may.edit && (
        <Button
          look="quiet"
          onClick={async () => {
            await changeView(view.id, { query: ofView, display: toDisplay(shown, layout) });
            showToast({ text: m.views.updated(view.name) });
          }}
        >
          {m.arrange.updateView(view.name)}
        </Button>
      )}
      {isChanged && (
        <Button look="quiet" icon="star" onClick={() => setSaving(true)}>
          {m.arrange.saveView}
        </Button>
      )}
      {SaveViewDialog && (
        <SaveViewDialog
          open={isSaving}
          onClose={() => setSaving(false)}
          query={query}
          display={toDisplay(shown, layout)}
          projectId={projectId}
          onSaved={onSaved}
        />
      )}
    </span>
  );
}
