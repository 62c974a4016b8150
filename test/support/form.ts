export interface FormFile {
  name?: string;
  content: string | Buffer;
  /** The Content-Type that the client claims. */
  type?: string;
  field?: string;
}

const boundary = 'test-boundary';

/** A multipart/form-data body and its header. Built by hand, so that tests can break it. */
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
