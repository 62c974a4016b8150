import { type ReactNode, useEffect } from 'react';
import './auth-card.css';

/** The card in the middle of the screens that need no session. */
export function AuthCard({ title, text, foot, children }: AuthCardProps) {
  useEffect(() => {
    document.title = `${title} · Docket`;
  }, [title]);
  return (
    <main className="auth-page">
      <div className="auth-card">
        <img src="/icon.svg" alt="" width="32" height="32" />
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
