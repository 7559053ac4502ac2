import '@flint/ui/fonts.css';
import '@flint/ui/tokens.css';
import '@flint/ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Desk } from './Desk';
import './styles/frame.css';
import './styles/case.css';

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Desk />
    </StrictMode>,
  );
