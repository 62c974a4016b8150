import type { Snippet } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import { markRanges } from './mark-ranges.ts';
import './excerpt.css';

/** Where the words of a search are in a ticket, unless its title has them. The text is never read as HTML. */
export function Excerpt({ snippet }: { snippet: Snippet }) {
  const { field, comment } = snippet;
  if (field === 'title' || field === 'key') return null;
  const places = {
    description: m.search.inDescription,
    comment: m.search.inComment(comment?.author?.name ?? ''),
    criterion: m.search.inCriterion,
  };
  return (
    <span className="excerpt clipped">
      <span className="excerpt-place">{places[field]}</span> <MarkedText snippet={snippet} />
    </span>
  );
}

const MarkedText = ({ snippet }: { snippet: Snippet }) => (
  <>
    {markRanges(snippet).map(({ text, isMatch }, index) =>
      isMatch ? <mark key={index}>{text}</mark> : text,
    )}
  </>
);
