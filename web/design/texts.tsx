import { useState } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { Avatar } from '../parts/display/avatar.tsx';
import { Markdown } from '../parts/markdown/markdown.tsx';
import { MarkdownEditor } from '../parts/markdown/markdown-editor.tsx';

const sample = `# Sign-in fails after a password reset

People who reset their password **cannot sign in** for a minute, see PAY-12 and @ada. It is _not_ the mail; ~~the cache~~ the \`session\` row is stale.

- [x] reproduce it
- [ ] write a failing test
  - [ ] with two browsers
- plain item with https://example.org/a/very/long/address

1. First
2. Second

> The cookie was set, but the session it names was revoked a moment before.

| Step | Expected | Seen |
|------|:--------:|-----:|
| Reset | mail | 1 |
| Sign in | board | 401 |

\`\`\`ts
const session = await createSession(scope, user);
\`\`\`

![diagram](https://elsewhere.example/x.png) <b>raw HTML</b> stays text.`;

const people = ['Ada Lovelace', 'Alan Turing', 'Grace Hopper'];

export function Texts() {
  const [text, setText] = useState(sample);
  const [draft, setDraft] = useState('');
  return (
    <>
      <Markdown
        text={text}
        onChange={setText}
        ticketHref={(key) => `#${key}`}
        mention={(name) => (name === 'ada' ? { name: 'Ada Lovelace', href: '#ada' } : undefined)}
      />
      <MarkdownEditor
        label="Write a comment"
        placeholder="Write a comment"
        value={draft}
        onChange={setDraft}
        findPeople={(query) =>
          people
            .filter((name) => name.toLowerCase().startsWith(query.toLowerCase()))
            .map((name) => ({
              id: name,
              label: name,
              insert: `@${name.split(' ')[0]?.toLowerCase()}`,
              before: <Avatar name={name} size="small" />,
            }))
        }
        uploadFile={upload}
        actions={<Button look="primary">Comment</Button>}
      />
    </>
  );
}

/** Stands for an upload: ten steps, then the address of the file. */
async function upload(file: File, onProgress: (share: number) => void): Promise<string> {
  for (let step = 0; step < 10; step++) {
    await new Promise((resolve) => setTimeout(resolve, 60));
    onProgress(step / 10);
  }
  return `[${file.name}](/attachments/1)`;
}
