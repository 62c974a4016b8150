/** The password of every person. Its hash has the lowest cost parameters, so that signing in is fast. */
export const password = 'correct horse';
export const passwordHash =
  '$argon2id$v=19$m=8,t=1,p=1$c2FsdCBvZiB0aGUgdGVzdHM$T6mHDTDugQHLiQq/N1lFlMGLLgml/HrMgvJLWgLI8N8';
