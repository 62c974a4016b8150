import { m } from '../../messages/index.ts';
import { Button } from '../controls/button.tsx';
import { CopyButton } from '../controls/copy-button.tsx';
import { findRefusal, sentenceOf } from '../forms/refusal.ts';
import { EmptyState } from './empty-state.tsx';
import './failure.css';

export interface FailureProps {
  error: unknown;
  retry?: (() => void) | undefined;
  small?: boolean;
}

/** A part of the page that could not be loaded: the reason, what helps, and the request id for support. */
export function Failure({ error, retry, small = false }: FailureProps) {
  const requestId = findRefusal(error)?.requestId;
  return (
    <div className="failure" role="alert">
      <EmptyState
        icon="warning"
        small={small}
        title={sentenceOf(error)}
        text={
          requestId && (
            <span className="failure-request">
              {m.parts.requestId} <code>{requestId}</code>{' '}
              <CopyButton text={requestId} label={m.parts.copyRequestId} />
            </span>
          )
        }
        action={
          retry && (
            <Button icon="refresh" onClick={retry}>
              {m.parts.tryAgain}
            </Button>
          )
        }
      />
    </div>
  );
}
