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

/** The body of a form with fields and files. */
export function formWith(fields: Record<string, unknown>, ...files: FormFile[]): ReturnType<typeof formOf> {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
  );
  const [body, headers] = formOf(...files);
  return [Buffer.concat([Buffer.from(parts.join('')), body]), headers];
}

export const formHeaders = { 'content-type': `multipart/form-data; boundary=${boundary}` };
