import type { Attachment } from '../../sdk/index.ts';
import { DocketError } from '../api/index.ts';

/**
 * Sends one file and reports its progress. Uses XMLHttpRequest, because fetch does not report the progress of a body.
 */
export function sendFile(
  ticketId: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<Attachment> {
  const body = new FormData();
  body.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api/tickets/${encodeURIComponent(ticketId)}/attachments`);
    request.setRequestHeader('accept', 'application/json');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new TypeError('The server could not be reached'));
    request.onload = () => {
      const answer = parseJson(request.responseText);
      const [attachment] = answer?.data ?? [];
      if (request.status === 201 && attachment) resolve(attachment);
      else reject(describeRefusal(request.status, answer));
    };
    request.send(body);
  });
}

interface Answer {
  data?: Attachment[];
  error?: { code: string; message: string; details?: Record<string, string[]> };
  requestId?: string;
}

function parseJson(text: string): Answer | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const describeRefusal = (status: number, answer: Answer | undefined) =>
  answer?.error
    ? new DocketError(status, { ...answer, error: answer.error })
    : new TypeError(`Something other than Docket answered, with status ${status}`);
