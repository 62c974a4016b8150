export const tables = { private: 'invitation_tokens invitations' };
