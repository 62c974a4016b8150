export const tables = {
  preferences: 'user_id theme language timezone mail_weekly_digest notifications',
  users: `id name name_folded email email_folded email_verified email_proven image active role agent_owner_id
    created_at updated_at`,
  private: 'code_logins personal_settings',
};
