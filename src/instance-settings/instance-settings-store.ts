import { sql } from '../platform/db/index.ts';
import type { SignUpMode } from './sign-up-modes.ts';

/** The one row of `instance_settings`. Null: not set in the app. */
export interface StoredSettings {
  name: string | null;
  signUp: SignUpMode | null;
  version: number;
  updatedAt: number;
  updatedById: string | null;
  updatedByName: string | null;
}

const columns = `s.name, s.sign_up as "signUp", s.version, s.updated_at as "updatedAt", u.id as "updatedById",
  u.name as "updatedByName"`;

/** Undefined: nobody has set anything in the app. */
export const findStoredSettings = sql.find<object, StoredSettings>(
  `select ${columns} from instance_settings s left join users u on u.id = s.updated_by where s.id = 1`,
);

export const saveSettings = sql.run<
  Pick<StoredSettings, 'name' | 'signUp' | 'version' | 'updatedAt'> & { updatedBy: string }
>(`
  insert into instance_settings (id, name, sign_up, version, updated_at, updated_by)
  values (1, :name, :signUp, :version, :updatedAt, :updatedBy)
  on conflict (id) do update set name = excluded.name, sign_up = excluded.sign_up, version = excluded.version,
    updated_at = excluded.updated_at, updated_by = excluded.updated_by`);
