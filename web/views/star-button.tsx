import type { View } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { setStar } from './views-queries.ts';

export function StarButton({ view }: { view: View }) {
  return (
    <IconButton
      icon={view.isStarred ? 'star-filled' : 'star'}
      label={view.isStarred ? m.views.unstar : m.views.star}
      onClick={() => setStar(view.id, !view.isStarred)}
    />
  );
}
