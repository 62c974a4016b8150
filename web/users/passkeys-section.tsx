import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Passkey } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { canUsePasskeys, makePasskey } from '../auth/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { Section } from '../parts/display/section.tsx';
import { useBoot } from '../replica/index.ts';
import { nameOfBrowser } from './browser-name.ts';
import { confirmIdentity } from './confirm-identity.tsx';
import { passkeysQuery } from './user-queries.ts';

/** Adds, renames and removes the passkeys of the person. */
export function PasskeysSection() {
  const queries = useQueryClient();
  const canAdd = canUsePasskeys(useBoot().instance);
  const { data: passkeys = [] } = useQuery(passkeysQuery());
  const refresh = () => queries.invalidateQueries(passkeysQuery());

  const add = async (password: string, name: string) => {
    const { data: options } = await api.startPasskey({ body: { password } });
    await api.addPasskey({ body: { name, credential: await makePasskey(options) } });
    await refresh();
  };
  const rename = (id: string) => async (_password: string, name: string) => {
    await api.renamePasskey({ params: { id }, body: { name } });
    await refresh();
  };
  const remove = (id: string) => async (password: string) => {
    await api.removePasskey({ params: { id }, body: { password } });
    await refresh();
  };

  if (!canAdd && passkeys.length === 0) return null;
  return (
    <Section
      title={m.users.passkeys}
      text={m.users.passkeysText}
      actions={
        canAdd && (
          <Button
            onClick={() =>
              confirmIdentity({
                title: m.users.addPasskey,
                name: nameOfBrowser(navigator.userAgent) ?? '',
                run: add,
              })
            }
          >
            {m.users.addPasskey}
          </Button>
        )
      }
    >
      {passkeys.length > 0 && (
        <DataTable
          label={m.users.passkeys}
          rows={passkeys}
          columns={[
            { title: m.words.name, header: true, phone: 'main', cell: ({ name }: Passkey) => name },
            {
              title: m.words.lastUsed,
              phone: 'titled',
              cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : m.users.never),
            },
            {
              title: m.words.remove,
              actions: true,
              cell: ({ id, name }) => (
                <>
                  <Button
                    look="quiet"
                    onClick={() =>
                      confirmIdentity({ title: m.words.rename, name, isHarmless: true, run: rename(id) })
                    }
                  >
                    {m.words.rename}
                  </Button>
                  <Button
                    look="quiet"
                    onClick={() => confirmIdentity({ title: m.words.remove, text: name, run: remove(id) })}
                  >
                    {m.words.remove}
                  </Button>
                </>
              ),
            },
          ]}
        />
      )}
    </Section>
  );
}
