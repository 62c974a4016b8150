import { sql } from '../platform/db/index.ts';

export const findSettingsText = sql.findValue<{ userId: string }, { settings: string }>(
  'select settings from personal_settings where user_id = :userId',
);
export const saveSettings = sql.run<{ userId: string; settings: string; updatedAt: number }>(`
  insert into personal_settings (user_id, settings, updated_at) values (:userId, :settings, :updatedAt)
  on conflict (user_id) do update set settings = excluded.settings, updated_at = excluded.updated_at`);
