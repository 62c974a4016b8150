export interface FormFile {
  name?: string;
  content: string | Buffer;
  /** What the sender claims it to be. */
  type?: string;
  field?: string;
}

const boundary = 'the-line-between';

/** A multipart/form-data body, written by hand so that it can be as wrong as a test needs it, and its header. */
export function formOf(...files: FormFile[]): [body: Buffer, headers: Record<string, string>] {
  const parts = files.map(({ name = 'notes.txt', content, type = 'text/plain', field = 'file' }) =>
    Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
  );
  return [Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]), formHeaders];
}

export const formHeaders = { 'content-type': `multipart/form-data; boundary=${boundary}` };
