import type { GovernedRow } from './governed_row.js'

/** Rules about machines, games, tools and their surroundings, and the tasks that can follow or break them. */
export const MACHINE_ROWS: readonly GovernedRow[] = [
  {
    says: 'hal. hal/ register_access registers',
    task: 'driver sensor i2c spi. uart gpio pin. pins. adc. pwm. timer dma. can. register interrupt led. motor treiber capteur pilote controlador',
    han: '寄存器',
    hanTask: '驱动 传感器 引脚 串口',
    files: /(?:^|\/)(?:hal|drivers?)\//u,
  },
  {
    says: 'interrupt_handler interrupt_handlers isr. in_interrupts interruption',
    task: 'interrupt isr. irq. button press pulse pin. pins. timer edge react taster encoder drehgeber impuls bouton impulsion pulsador',
    han: '中断',
    hanTask: '按键 脉冲 引脚',
  },
  {
    says: 'to_flash write_flash flash_memory eeprom',
    task: 'save. stor. store survive persist remember keep. write. log. flash eeprom counter settings configuration calibration',
    han: '闪存',
    hanTask: '保存 写入',
  },
  {
    says: 'delta_time frame_time fixed_step fps. deltatime',
    task: 'mov fall. falls dash jump speed friction swoop fly. flies slide slid collision physic gravity animat bodies projectile enemy chase walk run. patrol knockback bounce bewegung spring fall. geschwind déplac saute vitesse muev salta velocidad',
    han: '帧率 帧时间',
    hanTask: '移动 跳 速度 碰撞 动画 敌人',
  },
  {
    says: 'audio_thread audio_callback',
    task: 'sound audio music volume mix play. plays. fade mute sample. ton. musik lautst son. musique sonido música',
    han: '音频线程',
    hanTask: '声音 音乐 音量',
  },
  {
    says: 'unsafe_block unsafe_blocks',
    task: 'unsafe ffi pointer raw. transmute simd sse. c. bytes_of bounds_check',
    han: 'unsafe块',
  },
  {
    says: 'crc. radio_packet',
    task: 'packet radio send. receiv message decode protocol over_the_air acknowledg base_station',
    han: '数据包',
    hanTask: '接收 发送',
  },
  {
    says: 'pathlib os.path path.join filepath.join file_paths chemins_de rutas_de dateipfad',
    task: 'path file files folder directory dir. read. write. load. save. walk recursive export import download upload scan glob subfolder script model_dir datei ordner pfad lies. fichier dossier chemin archivo carpeta ruta. lee.',
    form: /\b[A-Z]+_(?:DIR|PATH|FILE)\b/u,
    han: '路径',
    hanTask: '文件 目录 读取 写入',
  },
  {
    says: 'command_line_options command_line_flags with_click argparse clap. cobra. kommandozeilenoption',
    task: 'option flag argument cli. command subcommand switch command_line starting the_user_pick pick. kommandozeile befehl schalter commande comando opción',
    form: /(?:^|\s)--?[a-z][\w-]*/u,
    han: '命令行参数',
    hanTask: '命令 选项 参数',
  },
  {
    says: 'junit assertj hamcrest mockito detox cypress playwright vitest jest. mocha. pytest. node:test end-to-end_tests httpx_client write_tests table_tests',
    task: 'test tests. testing tested cover spec. coverage prueba',
    isOfTests: true,
    han: '测试框架',
    hanTask: '测试',
    files:
      /(?:^|\/)(?:tests?|specs?|__tests__|pruebas|e2e)\/|[._-](?:test|spec)s?\.\w+$|Tests?\.\w+$/u,
  },
]
