import { useQuery } from '@tanstack/react-query';
import type { Attachment } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { locale } from '../parts/dates/dates.ts';
import { Failure } from '../parts/display/failure.tsx';
import { ProgressBar } from '../parts/display/progress-bar.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { useLightbox } from '../parts/markdown/use-lightbox.tsx';
import { ask } from '../parts/popups/open-dialog.tsx';
import { AttachButton } from './attach-button.tsx';
import { attachmentQueries } from './attachment-queries.ts';
import { formatSize } from './file-size.ts';
import { dropUpload, sendAgain, type Upload, useUploads } from './uploads.ts';
import './attachment-list.css';

export interface AttachmentListProps {
  ticketId: string;
  /** The number of files of the ticket, so that no request is made for a ticket without files. */
  count: number;
  /** Why files cannot be attached. */
  mayNot: string | undefined;
  /** Whether a file of this person can be removed. */
  mayDelete: (uploaderId: string) => boolean;
}

/** The files of a ticket: pictures as pictures, all with download; those on their way with their progress. */
export function AttachmentList({ ticketId, count, mayNot, mayDelete }: AttachmentListProps) {
  const {
    data: files = [],
    error,
    refetch,
  } = useQuery({
    ...attachmentQueries.ofTicket(ticketId),
    enabled: count > 0,
  });
  const { openPictures, lightbox } = useLightbox();
  const shown = files.filter(isPicture);
  const uploads = useUploads().filter((upload) => upload.ticketId === ticketId);
  const askToRemove = ({ id: attachmentId, name }: Attachment) =>
    ask({
      title: m.attachments.removeQuestion,
      text: m.attachments.removeText(name),
      confirm: m.attachments.remove,
      danger: true,
      onConfirm: async () => {
        await api.deleteAttachment({ params: { id: ticketId, attachmentId } });
        await refetch();
      },
    });
  if (count === 0 && uploads.length === 0 && files.length === 0) return null;
  return (
    <section className="attachments" aria-label={m.words.files}>
      <div className="attachments-head">
        <h3>{m.words.files}</h3>
        {mayNot === undefined && <AttachButton ticketId={ticketId} />}
      </div>
      {error && <Failure small error={error} retry={() => void refetch()} />}
      <ul className="attachments-list">
        {files.map((file) => (
          <File
            key={file.id}
            file={file}
            onOpen={() => openPictures(shown.map(readPicture), shown.indexOf(file))}
            onRemove={mayDelete(file.uploader.id) ? () => askToRemove(file) : undefined}
          />
        ))}
        {uploads.map((upload) => (
          <Underway key={upload.id} upload={upload} />
        ))}
      </ul>
      {lightbox}
    </section>
  );
}

const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const shownInBrowser = [...pictures, 'application/pdf', 'text/plain'];

const isPicture = ({ contentType }: Attachment) => pictures.includes(contentType);
const readPicture = ({ name, url }: Attachment) => ({ name, source: `${url}?inline=1` });

interface FileProps {
  file: Attachment;
  /** Opens a picture large. */
  onOpen: () => void;
  onRemove: (() => void) | undefined;
}

function File({ file, onOpen, onRemove }: FileProps) {
  const canShow = shownInBrowser.some((type) => file.contentType.startsWith(type));
  const address = canShow ? `${file.url}?inline=1` : file.url;
  return (
    <li className="attachment">
      <a
        className="attachment-link"
        href={address}
        onClick={(event) => {
          if (!isPicture(file) || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0)
            return;
          event.preventDefault();
          onOpen();
        }}
        {...(canShow ? { target: '_blank', rel: 'noopener' } : { download: file.name })}
      >
        <span className="attachment-preview">
          {isPicture(file) ? (
            <img src={address} alt="" loading="lazy" decoding="async" />
          ) : (
            <Icon name="document" size="large" />
          )}
        </span>
        <span className="attachment-text">
          <span className="attachment-name">{file.name}</span>
          <span className="attachment-size">{formatSize(file.size, locale())}</span>
        </span>
      </a>
      <div className="attachment-actions">
        <a
          className="attachment-download"
          href={file.url}
          download={file.name}
          aria-label={m.attachments.download(file.name)}
        >
          <Icon name="download" />
        </a>
        {onRemove && (
          <IconButton icon="trash" label={m.attachments.removeNamed(file.name)} onClick={onRemove} />
        )}
      </div>
    </li>
  );
}

function Underway({ upload }: { upload: Upload }) {
  const { file, share, failure } = upload;
  return (
    <li className="attachment attachment-underway">
      <span className="attachment-text">
        <span className="attachment-name">{file.name}</span>
        {failure === undefined ? (
          <ProgressBar label={m.attachments.sending(file.name)} value={Math.round(share * 100)} />
        ) : (
          <span className="attachment-failure">{failure}</span>
        )}
      </span>
      {failure !== undefined && (
        <div className="attachment-actions attachment-actions-shown">
          <Button onClick={() => sendAgain(upload)}>{m.attachments.tryAgain}</Button>
          <IconButton
            icon="close"
            label={m.attachments.dropNamed(file.name)}
            onClick={() => dropUpload(upload)}
          />
        </div>
      )}
    </li>
  );
}
