import { useRef, useState } from 'react';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Avatar } from '../parts/display/avatar.tsx';
import { sentenceOf } from '../parts/forms/refusal.ts';
import { showToast } from '../parts/popups/toasts.ts';
import { reloadBoot, useMe } from '../replica/index.ts';
import './avatar-field.css';

/** The picture of the signed-in person; without one their initials are shown. */
export function AvatarField() {
  const { id, name, image } = useMe();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);

  async function save(change: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    try {
      await change();
      await reloadBoot();
    } catch (error) {
      showToast({ text: sentenceOf(error), tone: 'refused' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="avatar-field">
      <Avatar id={id} name={name} image={image} size="huge" />
      <input
        ref={input}
        type="file"
        className="said"
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-label={m.users.picture}
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          const body = new FormData();
          if (file) body.set('file', file);
          target.value = '';
          if (file) void save(() => api.updateAvatar({ body }));
        }}
      />
      <Button icon="upload" busy={isBusy} onClick={() => input.current?.click()}>
        {m.users.choosePicture}
      </Button>
      {image && (
        <Button look="quiet" busy={isBusy} onClick={() => void save(() => api.deleteAvatar())}>
          {m.words.remove}
        </Button>
      )}
    </div>
  );
}
