import type { GovernedRow } from './governed_row.js'

/** Words of tasks that make or change what a person sees. */
const SHOWN =
  'button screen dialog page. pages. badge banner tooltip toast menu tab. tabs. card. cards. panel sidebar navbar header. footer. dashboard widget modal popup empty_state placeholder icon chart form. caption heading knopf schaltfl seite. dialog fenster karte. leiste anzeige überschrift bouton écran fenêtre carte. bandeau onglet formulaire botón pantalla ventana tarjeta pestaña formulario'
const SHOWN_CHINESE = '页面 按钮 弹窗 卡片 菜单 首页 列表页 标签 表单 界面'
const SCREEN_FILES = /\.(?:vue|svelte|[jt]sx|wxml|wxss|css|scss|html?)$|(?:^|\/)res\/layout\//u

/** Rules about what a person sees, and the tasks that can follow or break them. */
export const SCREEN_ROWS: readonly GovernedRow[] = [
  {
    subject: 'label caption ui_text beschriftung libellé etiqueta textos',
    says: 'hardcode_text hardcoded_text hardcode_string hardcoded_string new_texts strings.xml user-visible_text visible_text ui_text ui_string i18n locales translat textes_visibles textos_visibles sichtbare_texte sichtbarer_text oberflächentext',
    task: `${SHOWN} show. shows. display label message text title say. says. text. zeig beschrift meldung affich texte muestra mensaje`,
    han: '界面文字 文案 页面上的文字 界面上的文字 多语言',
    hanTask: `${SHOWN_CHINESE} 显示 提示`,
    files: /(?:^|\/)(?:locales?|i18n|values)\//u,
  },
  {
    subject: 'colour color style styling farbe couleur color',
    says: 'colour color hex_value font_size theme. tokens.css tailwind css. rpx px. styled inline_style farbe farben schriftgr couleurs colores',
    task: `${SHOWN} colour color red. green. blue. grey. gray. dark light. highlight paint background font. margin padding border rounded hover layout styl rot. grün. blau. farbe survol rouge vert. bleu couleur rojo verde azul color`,
    han: '样式 颜色',
    hanTask: `${SHOWN_CHINESE} 颜色 圆角 间距 字体 红 绿 蓝 灰`,
    files: /\.(?:css|scss|sass|less|wxss|vue)$/u,
  },
  {
    says: 'react-query tanstack swr. server_state riverpod setstate pinia vuex redux zustand usestate state_management',
    task: 'state load refetch fetch refresh reload cache update when save remember stor. store sync optimistic position request data',
    form: /\b(?:show|display|list)s?\b.{0,30}\b(?:all|last|latest|recent|newest|current|\d+)\b/iu,
    han: '管理状态 状态管理',
    hanTask: '状态 加载 刷新 保存 获取',
    files: /(?:^|\/)(?:stores?|state)\//u,
  },
  {
    subject: 'dialog modal',
    says: 'dialogs dialog. modals modal.',
    task: 'dialog modal confirm popup',
    han: '弹窗 对话框',
  },
  {
    subject: 'form. forms. input field formular champ formulario',
    says: 'form_field form_fields input_field aria- screen_reader formularfeld champs_de_formulaire campos_de_formulario',
    task: 'form. forms. input field checkbox dropdown select. upload. formular feld eingabe formulaire champ. saisie formulario campo',
    han: '表单 输入框',
    hanTask: '输入',
  },
  {
    subject: 'component widget composable screen komponente composant componente',
    says: 'widgets widget. components component. composable composants komponenten componentes',
    task: `${SHOWN} component widget composable komponente composant componente show. render`,
    han: '组件',
    hanTask: SHOWN_CHINESE,
    files: SCREEN_FILES,
  },
]
