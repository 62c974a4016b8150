import type { ReactNode } from 'react';
import { useWindowTitle } from '../parts/window-title.ts';
import { useInstance } from './use-instance.ts';
import './auth-card.css';

/** The card in the middle of the screens that need no session. */
export function AuthCard({ title, text, foot, children }: AuthCardProps) {
  useWindowTitle(title);
  const { name } = useInstance();
  return (
    <main className="auth-page">
      <div className="auth-card">
        <p className="auth-instance">
          <img src="/icon.svg" alt="" width="32" height="32" />
          {name}
        </p>
        <h1 className="auth-title">{title}</h1>
        {text && <p className="auth-text">{text}</p>}
        {children}
      </div>
      {foot && <p className="auth-foot">{foot}</p>}
    </main>
  );
}

interface AuthCardProps {
  title: string;
  text?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
}
