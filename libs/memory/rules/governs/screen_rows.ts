import { CALLS, SHOWN, TAKES, TELLS } from './families.js'
import type { GovernedRow } from './governed_row.js'

const SCREEN_FILES = /\.(?:vue|svelte|[jt]sx|wxml|wxss|css|scss|html?)$|(?:^|\/)res\/layout\//u

/** Rules about what a person sees, and the tasks that can follow or break them. */
export const SCREEN_ROWS: readonly GovernedRow[] = [
  {
    subject: 'label caption ui_text beschriftung libellé etiqueta textos',
    says: 'hardcode_text hardcoded_text hardcode_string hardcoded_string new_texts strings.xml user-visible_text visible_text ui_text ui_string i18n locales translat textes_visibles textos_visibles sichtbare_texte sichtbarer_text oberflächentext',
    task: 'show. shows. display label message text title say. says. text. zeig beschrift meldung affich texte muestra mensaje',
    families: [SHOWN, TELLS],
    han: '界面文字 文案 页面上的文字 界面上的文字 多语言',
    hanTask: '显示 提示',
    files: /(?:^|\/)(?:locales?|i18n|values)\//u,
  },
  {
    subject: 'colour color style styling farbe couleur color',
    says: 'colour color hex_value font_size theme. tailwind css. rpx px. styled inline_style farbe farben schriftgr couleurs colores',
    task: 'colour color red. green. blue. grey. gray. dark light. highlight paint background font. margin padding border rounded hover layout styl rot. grün. blau. farbe survol rouge vert. bleu couleur rojo verde azul color contrast readab shadow spacing align icon_size opacity bigger smaller kontrast lesbar abstand größer kleiner contraste lisible espace contraste legible espacio más_grande',
    families: [SHOWN],
    han: '样式 颜色',
    hanTask: '颜色 圆角 间距 字体 红 绿 蓝 灰 对比度 对齐 阴影 大小',
    files: /\.(?:css|scss|sass|less|wxss|vue)$/u,
  },
  {
    says: 'react-query tanstack swr. server_state riverpod setstate pinia vuex redux zustand usestate state_management',
    task: 'state load refetch fetch refresh reload cache update when save remember stor. store sync optimistic position request data counter step timer undo selected optimistic favorit login user_data merken zustand aktualisier état souvien estado recuerd',
    form: /\b(?:show|display|list)s?\b.{0,30}\b(?:all|last|latest|recent|newest|current|\d+)\b/iu,
    families: [SHOWN, CALLS],
    han: '管理状态 状态管理',
    hanTask: '状态 加载 刷新 保存 获取',
    files: /(?:^|\/)(?:stores?|state)\//u,
  },
  {
    subject: 'dialog modal',
    says: 'dialogs dialog. modals modal.',
    task: 'dialog modal confirm popup ask asks before_closing before_leaving unsaved discard are_you_sure vor_dem ungespeichert verwerfen nachfrag avant_de quitter antes_de salir descartar',
    families: [TELLS],
    han: '弹窗 对话框',
    hanTask: '确认 提示 询问',
  },
  {
    subject: 'form. forms. input field formular champ formulario',
    says: 'form_field form_fields input_field aria- screen_reader formularfeld champs_de_formulaire campos_de_formulario',
    task: 'form. forms. input field checkbox dropdown select. upload. formular feld eingabe formulaire champ. saisie formulario campo',
    families: [TAKES, SHOWN],
    han: '表单 输入框',
    hanTask: '输入',
  },
  {
    subject: 'component widget composable screen komponente composant componente',
    says: 'widgets widget. components component. composable composants komponenten componentes',
    task: 'component widget composable komponente composant componente show. render list. view. row. section image photo',
    families: [SHOWN],
    han: '组件',
    hanTask: '展示 显示',
    files: SCREEN_FILES,
  },
]
