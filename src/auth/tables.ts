export const tables = {
  private: `api_keys connection_codes connection_tokens connections credentials email_links identities passkeys password_links recovery_codes second_factors
  sessions sign_in_addresses sign_in_failures sign_in_steps`,
};
